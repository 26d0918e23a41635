// What a user does on the page, and what a test sees.

export class Page {
  constructor(page) {
    this.page = page;
    this.problems = [];
    page.on('console', (message) => {
      const text = message.text();
      if (/Content.Security.Policy|Refused to|blocked/i.test(text)) this.problems.push(text);
    });
    page.on('pageerror', (error) => this.problems.push(String(error)));
    page.on('dialog', (dialog) => {
      this.problems.push(`a dialog of the browser: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  static async open(browser, url, width = 1100, height = 800) {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    const opened = new Page(page);
    await page.goto(url);
    await opened.ready();
    return opened;
  }

  ready() {
    return this.page.waitForSelector('body[data-state=ready]', { timeout: 60_000 });
  }

  wait(what, argument, timeout = 45_000) {
    return this.page.waitForFunction(what, { timeout, polling: 20 }, argument);
  }

  run(what, argument) {
    return this.page.evaluate(what, argument);
  }

  async button(label) {
    await this.run((name) => {
      const all = [...document.querySelectorAll('button')].filter((one) => one.checkVisibility());
      const dialog = [...document.querySelectorAll('dialog[open]')].pop();
      const found = all.find((one) => (one.textContent === name || one.getAttribute('aria-label') === name) && (!dialog || dialog.contains(one)));
      if (!found) throw new Error(`no button ${name}`);
      found.click();
    }, label);
  }

  cells() {
    return this.run(() => [...document.querySelectorAll('.cell')].map((cell) => ({
      status: cell.dataset.status, text: cell.querySelector('.cm-content')?.innerText ?? '', result: cell.querySelector('.result').innerText,
      isProse: cell.classList.contains('is-prose'),
    })));
  }

  /** Opens a notebook of these cells by a link, as a user would. */
  async open(cells) {
    const text = cells.map((cell) => `# %%\n${cell}\n`).join('\n');
    const { deflateSync, strToU8 } = await import('fflate');
    const fragment = `#nb=1.${Buffer.from(deflateSync(strToU8(text))).toString('base64url')}`;
    await this.run((hash) => {
      location.hash = hash;
    }, fragment);
    await this.wait((count) => location.hash === '' && document.querySelectorAll('.cell').length === count, cells.length);
  }

  async runAll() {
    await this.button('▶ Run all');
    await this.wait(() => document.body.dataset.busy === 'false');
  }

  /** Puts the cursor into the editor of a cell. */
  async edit(index) {
    await this.run((at) => document.querySelectorAll('.cell')[at].querySelector('.cm-content').focus(), index);
  }

  async replace(index, text) {
    await this.edit(index);
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('a');
    await this.page.keyboard.up('Control');
    await this.page.keyboard.press('Backspace');
    await this.page.keyboard.type(text);
  }

  async press(...keys) {
    for (const key of keys.slice(0, -1)) await this.page.keyboard.down(key);
    await this.page.keyboard.press(keys.at(-1));
    for (const key of keys.slice(0, -1).reverse()) await this.page.keyboard.up(key);
  }
}
