/** Files that are handed out as they are, as texts. */
declare module '*.source.js' {
  const source: string
  // biome-ignore lint/style/noDefaultExport: what an import of a text is
  export default source
}
