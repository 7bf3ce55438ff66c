/** What this browser remembers about notifications. */
import { atom } from 'jotai/vanilla'
import * as v from 'valibot'
import { storedOfPerson } from '../../shared/session/ofPerson'
import { isBoolean, storedAtom } from '../../shared/storedAtom'

const DeviceMemory = v.object({
  /** Who registered it, as in `ofPerson`, and its id in the company's list. */
  person: v.optional(v.string(), ''),
  id: v.optional(v.nullable(v.number()), null),
  /** Until when nothing is asked or offered. */
  askFrom: v.optional(v.number(), 0),
  installFrom: v.optional(v.number(), 0),
  /** The browser's name for itself, and the last reason for its silence that it reported. */
  key: v.optional(v.string(), ''),
  reported: v.optional(v.nullable(v.string()), null),
})
type DeviceMemory = v.InferOutput<typeof DeviceMemory>

export const deviceAtom = storedAtom<DeviceMemory>(
  'push',
  { person: '', id: null, askFrom: 0, installFrom: 0, key: '', reported: null },
  (value): value is DeviceMemory => v.is(DeviceMemory, value),
)

/** Whether the person wants to be notified by this browser. */
export const wantedAtom = storedOfPerson<boolean>('pushWanted', false, isBoolean)

const DAY = 86_400_000
/** After "not now". */
export const RESTS_FOR = 14 * DAY

export const restAtom = atom(null, (get, set, what: 'askFrom' | 'installFrom', now: number) =>
  set(deviceAtom, { ...get(deviceAtom), [what]: now + RESTS_FOR }),
)
