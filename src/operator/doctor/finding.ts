/** One thing the doctor checked. */
export type Finding = {
  /** What was checked: `settings`, `control.db`, `company 3`, … */
  readonly about: string
  /** `note` is worth knowing but needs no action. */
  readonly level: 'ok' | 'note' | 'problem' | 'fixed'
  readonly words: string
  /** What the operator should do. */
  readonly remedy?: string
}

export const ok = (about: string, words: string): Finding => ({ about, level: 'ok', words })
export const note = (about: string, words: string): Finding => ({ about, level: 'note', words })
export const fixed = (about: string, words: string): Finding => ({ about, level: 'fixed', words })
export const problem = (about: string, words: string, remedy?: string): Finding => ({
  about,
  level: 'problem',
  words,
  ...(remedy === undefined ? {} : { remedy }),
})

/** The remedy where a newer version has been at work: older data in its place would be a loss. */
export const NEWER =
  'Install that version again. This version can only use a backup made before the newer one first started.'
