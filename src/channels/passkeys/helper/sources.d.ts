/** Files served as they are, imported as text. */
declare module '*.source.js' {
  const source: string
  // biome-ignore lint/style/noDefaultExport: what an import of a text is
  export default source
}
