/** Subscribes to an event while the component is mounted. */
import { useEffect, useEffectEvent } from 'react'
import type { EventDefinition } from '../../../src/platform/events'
import { on } from './bus'
import { useLive } from './LiveProvider'

// biome-ignore lint/suspicious/noExplicitAny: any definition, whatever its payload
export function useEvent<D extends EventDefinition<any>>(
  definition: D,
  then: (payload: Parameters<D>[0]) => void,
): void {
  const { bus } = useLive()
  const onHeard = useEffectEvent(then)
  useEffect(() => bus.listen((event) => void on(definition, (payload) => onHeard(payload))(event)), [bus, definition])
}
