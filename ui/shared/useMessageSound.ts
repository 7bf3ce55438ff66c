import { useAtomValue } from 'jotai/react'
import { useEffectEvent, useState } from 'react'
import { Chime, MessageSound, TabLock } from './sound'
import { volumeAtom } from './volume'

/** Rings for new messages, as loudly as the person has chosen. */
export function useMessageSound(): MessageSound {
  const volume = useAtomValue(volumeAtom)
  const [chime] = useState(() => new Chime())
  const ring = useEffectEvent(() => chime.ring(volume))
  const [sound] = useState(() => new MessageSound(new TabLock(navigator.locks), () => ring()))
  return sound
}
