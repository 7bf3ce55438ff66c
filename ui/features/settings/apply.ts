import type { Setting } from '../../../src/settings/contract'

/** One setting has another value now. */
export const withSetting = (known: readonly Setting[], setting: Setting): Setting[] =>
  known.map((one) => (one.key === setting.key ? setting : one))
