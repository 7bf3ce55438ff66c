/** Types of Vite imports that are not code. */
declare module '*.css'
declare module '*.svg' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: the bundler's own shape
  export default address
}

interface ImportMeta {
  /** Vite replaces it: true while developing, false in a build. */
  readonly env: { readonly DEV: boolean }
}
