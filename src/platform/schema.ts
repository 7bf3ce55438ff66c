/** Versions of a kind of database. `user_version` of each file says which one it has; 0: none yet. */

export type Schema = {
  /** The oldest version that can be upgraded. The first step creates it in an empty file. */
  readonly first: number
  /** SQL. Each further step leads to the next version. Never edited once released. */
  readonly steps: readonly string[]
  /** The release that brings older files to the version `first`. */
  readonly passThrough?: string
}

export const newestOf = ({ first, steps }: Schema): number => first + steps.length - 1

/** Why a file of this version cannot be opened or upgraded; null if it can. */
export function versionFault(schema: Schema, version: number): string | null {
  const { first, passThrough } = schema
  const newest = newestOf(schema)
  if (version > newest) return `was written by a newer version (step ${version}, this one knows ${newest})`
  if (version === 0 || version >= first) return null
  return `is too old (step ${version}, this version upgrades from step ${first} on): start Balcão ${passThrough ?? ''} on this folder once, then this version`
}

/** The steps that lead a file from this version to the newest. */
export const stepsAfter = ({ first, steps }: Schema, version: number): readonly string[] =>
  version === 0 ? steps : steps.slice(version - first + 1)

/** The schema as it was when this version was the newest. */
export const schemaAt = (schema: Schema, version: number): Schema => ({
  ...schema,
  steps: schema.steps.slice(0, Math.max(0, version - schema.first + 1)),
})
