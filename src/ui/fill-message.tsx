import { Fragment, type ReactNode } from 'react';

/** Puts nodes, such as links, in place of the placeholders of a message: `See {link} for details.` */
export const fillMessage = (message: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode =>
  message.split(/(\{\w+\})/).map((part, index) => {
    const name = part.slice(1, -1);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change their order.
    return index % 2 === 1 && Object.hasOwn(nodes, name) ? <Fragment key={index}>{nodes[name]}</Fragment> : part;
  });
