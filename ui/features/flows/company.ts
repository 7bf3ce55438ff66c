import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { KnownTargets } from '../../../src/features/flows/check'
import type { FlowDetails } from '../../../src/features/flows/contract'
import { useText } from '../../shared/i18n/useText'
import { peopleQuery, queuesQuery } from '../directory/api'
import { integrations as integrationList } from '../integrations/api'
import { tagsQuery } from '../tags/api'

/** What of the company a flow may name; `known` is undefined until all of it is loaded. */
export function useCompany({ id: own, files, secrets }: Pick<FlowDetails, 'id' | 'files' | 'secrets'>) {
  const t = useText()
  const { data: queues } = useQuery(queuesQuery)
  const { data: people } = useQuery(peopleQuery)
  const { data: tags } = useQuery(tagsQuery)
  const { data: all } = useQuery(integrationList.list())
  return useMemo(() => {
    const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
    const integrations = all?.filter(({ id }) => id !== own)
    const known: KnownTargets | undefined = queues &&
      people &&
      tags &&
      integrations && {
        queues: ids(queues),
        users: ids(people),
        tags: ids(tags),
        integrations: ids(integrations),
        files: ids(files),
        secrets,
      }
    const nameIn = (rows: readonly { readonly id: number; readonly name: string }[] | undefined, id: number) =>
      rows?.find((row) => row.id === id)?.name
    return {
      queues: queues ?? [],
      people: people ?? [],
      tags: tags ?? [],
      integrations: integrations ?? [],
      files,
      secrets,
      known,
      /** The queues in which the integration answers. */
      serves: (integrationId: number) =>
        (queues ?? []).filter((queue) => queue.integrationId === integrationId).slice(0, 3),
      queue: (id: number) => queues?.find((row) => row.id === id) ?? null,
      personName: (id: number) => nameIn(people, id) ?? t('flows.unknown'),
      tagName: (id: number) => nameIn(tags, id) ?? t('flows.unknown'),
      integrationName: (id: number) => nameIn(integrations, id) ?? t('flows.unknown'),
      fileName: (id: number) => nameIn(files, id),
    }
  }, [queues, people, tags, all, own, files, secrets, t])
}
export type Company = ReturnType<typeof useCompany>
