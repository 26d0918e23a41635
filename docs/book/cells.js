// Adds a Try button to each Puppet block of a page. The button turns the block into cells that run in the reader's browser:
// a notebook into one cell for each of its cells, in a session of their own, and any other block into a cell.
(() => {
  const root = new URL(typeof path_to_root === 'string' && path_to_root !== '' ? path_to_root : './', location.href);
  const dark = () => ['coal', 'navy', 'ayu'].some((name) => document.documentElement.classList.contains(name));
  let sessions = 0;

  const isCode = (text) => text.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#'));

  const cell = (text, session) => {
    const element = document.createElement('puppet-cell');
    element.textContent = text;
    element.setAttribute('theme', dark() ? 'dark' : 'light');
    element.setAttribute('session', session);
    return element;
  };

  // Prose, and what only a lesson runs, stays as it is.
  const still = (text) => {
    const block = document.createElement('pre');
    const code = document.createElement('code');
    code.textContent = text.trimEnd();
    block.append(code);
    return block;
  };

  const turn = async (block, button) => {
    button.disabled = true;
    button.textContent = 'Loading';
    try {
      await import(new URL('puppet-cell/puppet-cell.js', root));
    } catch {
      button.textContent = 'Puppet cannot be loaded here';
      return;
    }
    sessions += 1;
    const session = `block ${sessions}`;
    const parts = block.querySelector('code').textContent.split(/^(?=# %%)/m);
    const elements = parts.map((part) => isCode(part) ? cell(part.replace(/^# %%.*\n/, ''), session) : still(part));
    block.replaceWith(...elements);
    for (const element of elements) if (element.localName === 'puppet-cell') await element.run();
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
