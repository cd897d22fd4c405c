import { SiteLink } from '#ui/SiteLink.tsx';
import type { InlineNode, ProseNode } from '../model/prose.ts';

function Inline({ node }: { node: InlineNode }) {
  switch (node.kind) {
    case 'strong':
      return <strong>{node.text}</strong>;
    case 'emphasis':
      return <em>{node.text}</em>;
    case 'link':
      return <SiteLink className="link" link={{ label: node.text, to: node.to }} />;
    default:
      return node.text;
  }
}

// Nodes are never reordered, so the index is a stable key.
const Line = ({ nodes }: { nodes: readonly InlineNode[] }) =>
  Array.from(nodes.entries(), ([index, node]) => <Inline key={index} node={node} />);

/** Renders a text with paragraphs, lists and headings. */
export function Prose({ nodes }: { nodes: readonly ProseNode[] }) {
  return Array.from(nodes.entries(), ([key, node]) => {
    if (node.kind === 'heading') {
      return (
        <h3 key={key}>
          <Line nodes={node.line} />
        </h3>
      );
    }
    if (node.kind === 'paragraph') {
      return (
        <p key={key}>
          <Line nodes={node.line} />
        </p>
      );
    }
    const List = node.isOrdered ? 'ol' : 'ul';
    return (
      <List key={key}>
        {node.items.map((item) => (
          <li key={item.map(({ text }) => text).join()}>
            <Line nodes={item} />
          </li>
        ))}
      </List>
    );
  });
}
