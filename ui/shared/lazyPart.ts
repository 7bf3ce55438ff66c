import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { isMissingFile, isServerThere } from './missingFile'
import { whenQuiet } from './quiet'

const ASK_EVERY = 2_000

/** A lazily loaded part of a page. Offline, it is retried while the rest of the screen stays. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await loadWithRetry(load) }))

/** Prefetches a part after what the page shows first, so that it is available on click, also offline. */
export async function fetchAhead(files: readonly (() => Promise<unknown>)[]): Promise<void> {
  await whenQuiet()
  await Promise.allSettled(files.map(loadWithRetry))
}

/** Loads a file, retrying as long as the network is down. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (failure) {
      if (!isMissingFile(failure) || (await isServerThere())) throw failure
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY))
    }
  }
}
