// What a user does on the page, and what a test sees.

/**
 * How long a test waits for a condition, in milliseconds: a limit for what never comes, not a measure of speed. A machine
 * with ten times the work that its cores can do is slow, and the page on it still right.
 */
export const PATIENCE = Number(process.env.PPREPL_PATIENCE ?? 120) * 1_000;

export class Page {
  constructor(page) {
    this.page = page;
    this.problems = [];
    page.setDefaultTimeout(PATIENCE);
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
    return this.page.waitForSelector('body[data-state=ready]');
  }

  /** Waits for a condition. The error names the condition, since the driver's own does not. */
  wait(what, argument, timeout = PATIENCE) {
    return this.page.waitForFunction(what, { timeout, polling: 20 }, argument).catch((error) => {
      const condition = String(what).replace(/\s+/g, ' ').slice(0, 300);
      throw new Error(`${error.message}: ${condition}${argument === undefined ? '' : ` with ${JSON.stringify(argument)}`}`);
    });
  }

  /** Waits until nothing on the page moves and nothing is left to paint, so that a picture or an audit sees the end. */
  async settle() {
    // A cursor blinks for ever.
    await this.wait(() => document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity));
    await this.run(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
  }

  run(what, argument) {
    return this.page.evaluate(what, argument);
  }

  /** Clicks a button with the mouse, once it lies still and nothing covers it. */
  button(label) {
    return this.click((name) => {
      const dialog = [...document.querySelectorAll('dialog[open]')].pop();
      const all = [...(dialog ?? document).querySelectorAll('button')].filter((one) => one.checkVisibility());
      return all.find((one) => one.textContent === name || one.getAttribute('aria-label') === name);
    }, label);
  }

  /** Clicks the element that `find` returns in the page, as a hand does: in its middle, and only where it is in sight. */
  async click(find, argument) {
    await this.page.bringToFront();
    const still = `(() => {
      const element = (${find})(${JSON.stringify(argument)});
      if (!element || element.disabled) return null;
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const before = window.__place;
      window.__place = [element, x, y, width, height];
      if (before === undefined || before.some((part, index) => part !== window.__place[index])) return null;
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element)) ? [x + width / 2, y + height / 2] : null;
    })()`;
    const place = await this.page.waitForFunction(still, { polling: 20 }).catch((error) => {
      throw new Error(`${error.message}: cannot click ${argument ?? String(find).replace(/\s+/g, ' ').slice(0, 200)}`);
    });
    // By its place, not by its element: the page may draw it again meanwhile, at the same place.
    await this.page.mouse.click(...(await place.jsonValue()));
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

  /** Pastes into the element with the focus: keys of their own would also close brackets and indent. */
  paste(text) {
    return this.run((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      // Firefox lets no script fill a clipboard; Chromium's own insertion adds inline styles.
      if (event.clipboardData?.getData('text/plain') === pasted) document.activeElement.dispatchEvent(event);
      else document.execCommand('insertText', false, pasted);
    }, text);
  }

  async press(...keys) {
    for (const key of keys.slice(0, -1)) await this.page.keyboard.down(key);
    await this.page.keyboard.press(keys.at(-1));
    for (const key of keys.slice(0, -1).reverse()) await this.page.keyboard.up(key);
  }
}
