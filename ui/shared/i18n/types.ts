/** Types of the texts: which keys exist, and which `{variables}` each one requires. */

/**
 * A text with a number in it, by `Intl.PluralRules` category, with `zero` for an optional text of 0. No group of texts
 * may have a member called `other`.
 */
export type Plural = {
  readonly zero?: string
  readonly one?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}
type Leaf = string | Plural
export type Group = { readonly [key: string]: Leaf | Group }

/** Every dotted path to a text. */
export type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends Leaf ? K : `${K}.${KeyOf<T[K]>}`
}[keyof T & string]

type At<T, K extends string> = K extends keyof T
  ? T[K]
  : K extends `${infer Head}.${infer Rest}`
    ? Head extends keyof T
      ? At<T[Head], Rest>
      : never
    : never

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type LeafNames<L> = L extends string ? Names<L> : L extends Plural ? 'count' | Names<L[keyof L] & string> : never
type LeafOf<T, K extends string> = LeafNames<At<T, K>>

type Variables<Name extends string> = { [N in Name]: N extends 'count' ? number : string | number }
/** The second argument of `t`: nothing for a plain text, its variables otherwise. */
export type Arguments<T, K extends string> = [LeafOf<T, K>] extends [never] ? [] : [Variables<LeafOf<T, K>>]

/** The members of a union, merged into one object. */
export type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never
