const ATTRIBUTE = /\s([a-zA-Z][\w:-]*)="([^"<]*)"/gy;
const REFERENCE = /&(?!(?:amp|lt|gt|quot);)/;

/** Lists the problems of an SVG document: unclosed tags, stray markup, duplicate attributes and ids, dead references. */
export const findSvgProblems = (svg: string): string[] => {
  const violations: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  const references = new Set<string>();
  let end = 0;
  for (const tag of svg.matchAll(/<(\/?)([a-zA-Z]+)((?:\s[a-zA-Z][\w:-]*="[^"<]*")*)(\/?)>/g)) {
    const [whole, closing, name = '', attributes = '', empty] = tag;
    const between = svg.slice(end, tag.index);
    if (/[<>]/.test(between) || REFERENCE.test(between)) violations.push(`stray ${between}`);
    if (between !== '' && open.length === 0) violations.push(`outside ${between}`);
    end = tag.index + whole.length;
    const names = [...attributes.matchAll(ATTRIBUTE)].map(([, key]) => key);
    if (new Set(names).size < names.length) violations.push(`duplicate attribute in ${whole}`);
    if (REFERENCE.test(attributes)) violations.push(`reference in ${whole}`);
    for (const [, key, value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (key === 'id' && ids.has(value)) violations.push(`id ${value} twice`);
      if (key === 'id') ids.add(value);
      if (key === 'href') references.add(value.slice(1));
      for (const [, id = ''] of value.matchAll(/url\(#(\w+)\)/g)) references.add(id);
    }
    if (closing) {
      if (open.pop() !== name) violations.push(`closing ${name}`);
    } else if (!empty) open.push(name);
  }
  if (end !== svg.length) violations.push(`after ${svg.slice(end, end + 40)}`);
  if (open.length > 0) violations.push(`open ${open.join(' ')}`);
  for (const id of references) if (!ids.has(id)) violations.push(`no definition of ${id}`);
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(svg)) violations.push('forbidden character');
  const withoutAlt = svg.replace(/ aria-label="[^"]*"/, '');
  if (/NaN|undefined|Infinity|null|<text/.test(withoutAlt)) violations.push('a number or a text is not drawn');
  return violations;
};
