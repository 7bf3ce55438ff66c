/** What is being typed between `from`, the sign that begins it, and `to`, the cursor; `text` is without the sign. */
export type Typed = { readonly from: number; readonly to: number; readonly text: string }
