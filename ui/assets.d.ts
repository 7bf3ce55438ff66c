/** What Vite makes of files that are not code. */
declare module '*.css'
declare module '*.svg' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: the bundler's own shape
  export default address
}
