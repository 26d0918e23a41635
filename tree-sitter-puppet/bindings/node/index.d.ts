/** A node type with its fields, as `node-types.json` has it. */
export interface NodeInfo {
  type: string;
  named: boolean;
  root?: boolean;
  extra?: boolean;
  fields?: Record<string, ChildInfo>;
  children?: ChildInfo;
  subtypes?: { type: string; named: boolean }[];
}

export interface ChildInfo {
  multiple: boolean;
  required: boolean;
  types: { type: string; named: boolean }[];
}

/** A grammar, to be given to `Parser.setLanguage`. */
export interface Language {
  language: unknown;
  nodeTypeInfo: NodeInfo[];
  HIGHLIGHTS_QUERY: string;
  INJECTIONS_QUERY: string;
  LOCALS_QUERY: string;
  FOLDS_QUERY: string;
  INDENTS_QUERY: string;
  TAGS_QUERY: string;
}

/** Puppet. */
export const puppet: Language;
/** Templates: text with Puppet in tags. */
export const epp: Language;
export default puppet;
