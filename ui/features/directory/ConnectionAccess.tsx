import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UserOption } from '../../../src/users/contract'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Face } from '../../shared/kit/Face'
import { Skeleton } from '../../shared/kit/Skeleton'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { accessQuery, changeAccess, peopleQuery } from './api'

/** Who may use a connection when the company restricts channels: each switch is saved immediately. */
export function ConnectionAccess({ connectionId }: { connectionId: number }) {
  const t = useText()
  const people = useQuery(peopleQuery)
  const granted = useQuery(accessQuery(connectionId))
  const error = people.error ?? granted.error
  if (!people.data || !granted.data)
    return error ? (
      <ErrorState error={error} onRetry={() => void Promise.all([people.refetch(), granted.refetch()])} />
    ) : (
      <Skeleton className="h-40" />
    )
  const ids = new Set(granted.data.map(({ userId }) => userId))
  const limited = people.data.filter(({ profile }) => profile !== 'admin')
  return (
    <div className="grid gap-1">
      <p className="text-sm text-muted">
        {t('directory.access.hint')} {t('directory.access.always')}
      </p>
      {limited.length === 0 && <p className="text-sm text-muted">{t('directory.access.nobody')}</p>}
      {limited.map((person) => (
        <Person key={person.id} person={person} connectionId={connectionId} isGranted={ids.has(person.id)} />
      ))}
    </div>
  )
}

type Props = { person: UserOption; connectionId: number; isGranted: boolean }

function Person({ person: { id: userId, name, profile }, connectionId, isGranted }: Props) {
  const t = useText()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (on: boolean) => changeAccess({ userId, connectionId }, on),
    onSuccess: () => toast.success(t('directory.access.saved')),
    onError: (failure) => toast.failure(failure),
    onSettled: () => queries.invalidateQueries({ queryKey: accessQuery(connectionId).queryKey }),
  })
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is in it
    <label className="flex min-h-11 items-center gap-3 border-b border-line">
      <Face name={name} size={1.75} />
      <span className="two min-w-0 flex-1">
        <span className="truncate text-sm font-medium">{name}</span>
        <small>{t(`directory.profile.${profile}`)}</small>
      </span>
      <Toggle size="sm" checked={change.isPending ? change.variables : isGranted} onChange={change.mutate} />
    </label>
  )
}
