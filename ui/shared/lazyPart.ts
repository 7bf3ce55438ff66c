import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Texts } from './i18n/define'
import { loadTexts } from './i18n/language'
import { isMissingFile, isServerThere } from './missingFile'
import { whenQuiet } from './quiet'

const ASK_EVERY = 2_000

/**
 * A lazily loaded part of a page, with those texts that did not come with the page. Offline, it is retried while the rest
 * of the screen stays.
 */
export const lazyPart = <P>(
  load: () => Promise<ComponentType<P>>,
  ...texts: readonly Texts[]
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    const [part] = await Promise.all([loadWithRetry(load), loadWithRetry(() => loadTexts(...texts))])
    return { default: part }
  })

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
