import type { Setting } from '../../../src/settings/contract'

/** Applies the event of a changed setting. */
export const withSetting = (known: readonly Setting[], setting: Setting): Setting[] =>
  known.map((one) => (one.key === setting.key ? setting : one))
