/** Result of one check. */
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

/** Remedy for data of a newer version: restoring older data would lose it. */
export const NEWER =
  'Install that version again. This version can only use a backup made before the newer one first started.'
