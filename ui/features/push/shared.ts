/** Files that another app shared: the service worker keeps them until their conversation is chosen. */
import { ofPerson } from '../../shared/session/ofPerson'

const CACHE = 'shared-files'

export type SharedItems = { readonly files: readonly File[]; readonly text: string }

/** What waits for this conversation's composer. */
export const sharedAtom = ofPerson<(SharedItems & { readonly ticketId: number }) | null>(null)

export async function readShared(): Promise<SharedItems> {
  if (!('caches' in window)) return { files: [], text: '' }
  const cache = await caches.open(CACHE)
  const kept = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
  const files: File[] = []
  let text = ''
  for (const answer of kept) {
    const name = answer?.headers.get('x-name')
    if (!answer) continue
    if (name)
      files.push(
        new File([await answer.blob()], decodeURIComponent(name), { type: answer.headers.get('content-type') ?? '' }),
      )
    else text = await answer.text()
  }
  return { files, text }
}

export const forgetShared = async (): Promise<void> => {
  if ('caches' in window) await caches.delete(CACHE)
}
