// Builds elements. Text becomes text nodes: nothing here reads HTML.

type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

/** Creates an element. A function is a listener of the event after `on`, `true` an attribute without a value. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

/** Creates a button with a label; `key` is shown as its shortcut. */
export function button(label: string, act: () => void, props: Props = {}): HTMLButtonElement {
  return h('button', { type: 'button', ...props, onclick: () => act() }, label);
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
}

/** The class names of a role or capture: those of its first part, and its own. */
export function classes(prefix: 'h' | 'r', name: string): string {
  const own = `${prefix}-${name.replaceAll('.', '-')}`;
  const dot = name.indexOf('.');
  return dot < 0 ? own : `${prefix}-${name.slice(0, dot)} ${own}`;
}

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Returns text with characters that cannot be seen, or that change the order of others, as escapes. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Waits until calls pause for some milliseconds, then calls once. `now` calls at once if one waits. */
export function debounced(milliseconds: number, act: () => void): { soon(): void; now(): void; waits(): boolean } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    timer = undefined;
    act();
  };
  return {
    soon() {
      if (timer !== undefined) clearTimeout(timer);
      timer = setTimeout(run, milliseconds);
    },
    now() {
      if (timer === undefined) return;
      clearTimeout(timer);
      run();
    },
    waits: () => timer !== undefined,
  };
}
