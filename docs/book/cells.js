// Adds a Try button to each Puppet block of a page. The button turns the block into a cell that runs in the reader's browser.
(() => {
  const root = new URL(typeof path_to_root === 'string' && path_to_root !== '' ? path_to_root : './', location.href);
  const dark = () => ['coal', 'navy', 'ayu'].some((name) => document.documentElement.classList.contains(name));

  const turn = async (block, button) => {
    button.disabled = true;
    button.textContent = 'Loading';
    try {
      await import(new URL('puppet-cell/puppet-cell.js', root));
    } catch {
      button.textContent = 'Puppet cannot be loaded here';
      return;
    }
    const cell = document.createElement('puppet-cell');
    cell.textContent = block.querySelector('code').textContent;
    cell.setAttribute('theme', dark() ? 'dark' : 'light');
    block.replaceWith(cell);
    await cell.run();
  };

  for (const code of document.querySelectorAll('pre > code.language-puppet')) {
    const block = code.parentElement;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Try it';
    button.addEventListener('click', () => void turn(block, button));
    block.append(button);
  }
})();
