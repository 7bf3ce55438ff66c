declare module '*.pack' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: required by file imports
  export default path
}
declare module '*.json.gz' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: as above
  export default path
}
declare module '*.pem' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: as above
  export default text
}
