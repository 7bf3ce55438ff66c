import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../shared/lazyPart'
import { useLive } from '../../shared/live/LiveProvider'
import { modulesAtom } from '../../shared/module'
import { whenQuiet } from '../../shared/quiet'
import { loadPageStyles } from '../../shared/theme/pageStyles'

const watchersAtom = atom((get) =>
  get(modulesAtom).flatMap(({ name, watch }) =>
    watch ? { name, Watcher: lazyPart(() => whenQuiet().then(loadPageStyles).then(watch).then(runs)) } : [],
  ),
)

/** The modules' background hooks. They load after the shell and fetch what they missed until then. Renders nothing. */
export function ModuleWatch() {
  const watchers = useAtomValue(watchersAtom)
  const { bus } = useLive()
  const queries = useQueryClient()
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (isThere) return
    const missed = bus.record()
    return () => {
      if (missed().length > 0) void queries.invalidateQueries()
    }
  }, [isThere, bus, queries])
  if (watchers.length === 0) return null
  return (
    <Suspense>
      {watchers.map(({ name, Watcher }) => (
        <Watcher key={name} />
      ))}
      <Last onThere={() => setThere(true)} />
    </Suspense>
  )
}

/** Renders once all hooks have mounted. */
function Last({ onThere }: { onThere(): void }): null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onThere, [])
  return null
}

/** A component that only calls the hook. */
const runs = (useWatch: () => void) => (): null => {
  useWatch()
  return null
}
