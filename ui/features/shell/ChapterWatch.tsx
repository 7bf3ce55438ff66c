import { Suspense } from 'react'
import * as chapters from '../../chapters'
import type { Chapter } from '../../shared/chapter'
import { lazyPart } from '../../shared/lazyPart'

const watchers = Object.values<Chapter>(chapters).flatMap(({ name, watch }) =>
  watch ? { name, Watcher: lazyPart(async () => runs(await watch())) } : [],
)

/** What chapters do on every page. Renders nothing. */
export const ChapterWatch = () => (
  <Suspense>
    {watchers.map(({ name, Watcher }) => (
      <Watcher key={name} />
    ))}
  </Suspense>
)

/** A component that does nothing but call the hook. */
const runs = (useWatch: () => void) => (): null => {
  useWatch()
  return null
}
