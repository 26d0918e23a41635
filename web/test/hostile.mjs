// Strings that try to be more than text: tags, attributes, addresses, escapes, bidirectional characters.

const TAGS = ['script', 'img', 'svg', 'iframe', 'object', 'embed', 'style', 'link', 'meta', 'base', 'form', 'input', 'button', 'video', 'audio', 'details', 'marquee', 'math', 'template', 'body'];
const EVENTS = ['onerror', 'onload', 'onclick', 'onfocus', 'onmouseover', 'ontoggle', 'onanimationstart', 'onpointerenter'];
const CALL = 'window.__hacked=1';
const SCHEMES = ['javascript:', 'JaVaScRiPt:', 'java\tscript:', 'data:text/html,', 'vbscript:', 'blob:', 'file:///etc/passwd', '&#106;avascript:'];
const HIDDEN = ['\u202e', '\u202d', '\u2066', '\u200b', '\u200f', '\ufeff', '\u0000', '\u001b[31m', '\u001b]0;t\u0007', '\u0085', '\u2028', '\u{e0041}'];

/** Returns the strings: each is a value, a title, a log or a name somewhere. */
export function hostile() {
  const found = [];
  for (const tag of TAGS) {
    found.push(`<${tag}>${CALL}</${tag}>`, `<${tag} src=x onerror=${CALL}>`, `"><${tag} autofocus onfocus="${CALL}">`);
    for (const event of EVENTS) found.push(`<${tag} ${event}=${CALL}//`);
  }
  for (const scheme of SCHEMES) found.push(`[link](${scheme}${CALL})`, `<a href="${scheme}${CALL}">x</a>`, `${scheme}${CALL}`, `![x](${scheme}${CALL})`);
  for (const char of HIDDEN) found.push(`a${char}b`, `${char}<script>${CALL}</script>`, `# ${char}`, `\`${char}\``);
  found.push('</code></pre><script>x</script>', '${alert(1)}', '{{constructor.constructor("x")()}}', '<!--', '-->', ']]>', '<![CDATA[', '&lt;script&gt;', '%3Cscript%3E', '\'"`', '\\u003cscript\\u003e', '<svg><use href="data:,x"/></svg>', '__proto__', 'constructor', '\'; DROP TABLE x', '../../etc/passwd');
  return found;
}

/** Returns a string as Puppet code. */
export function quoted(text) {
  let code = '';
  for (const char of text) {
    const number = char.codePointAt(0);
    code += /[A-Za-z0-9 ]/.test(char) ? char : `\\u{${number.toString(16)}}`;
  }
  return `"${code}"`;
}
