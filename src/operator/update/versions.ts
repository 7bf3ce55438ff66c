/** The order of versions. */
import * as v from 'valibot'

const VERSION_LENGTH = 40

/** Such as 1.4.0 or 1.4.0-rc.1. It names folders, so it contains nothing else. */
export const Version = v.pipe(
  v.string(),
  v.maxLength(VERSION_LENGTH),
  v.regex(/^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}(-[\da-z]+(\.[\da-z]+)*)?$/),
)

/** Negative if `a` comes before `b`, 0 for the same version. */
export const compareVersions = (a: string, b: string): number => Bun.semver.order(a, b)
