declare module 'subset-font' {
  export interface SubsetOptions {
    readonly targetFormat?: 'sfnt';
    readonly variationAxes?: Readonly<Record<string, number>>;
  }
  /** Returns a font with the characters of a text, at fixed values of its axes. */
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>;
}

declare module 'pdfmake/js/virtual-fs.js' {
  /** The files that pdfmake looks for before it asks the file system. */
  const module: { readonly default: { writeFileSync(name: string, content: Buffer): void } };
  export default module;
}
