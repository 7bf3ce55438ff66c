import type { Staging } from './staging'
export const listUnknown = (_staging: Staging): readonly string[] => []
