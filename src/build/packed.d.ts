declare module '*.pack' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: the shape of a file import is not ours to choose
  export default path
}
declare module '*.json.gz' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: as above
  export default path
}
