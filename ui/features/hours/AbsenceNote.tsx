import { useQuery } from '@tanstack/react-query'
import { MessageCircleWarning } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Note } from '../../shared/kit/Note'
import { lazyPart } from '../../shared/lazyPart'
import { useMay } from '../../shared/session/useUser'
import { useSettings } from '../../shared/settings/useSettings'
import { connectionsQuery, queuesQuery } from '../directory/api'
import { withoutAbsenceText } from './absence'

/** Hours without an absence text have no effect: says so, and offers to write one. */
export function AbsenceNote() {
  const t = useText()
  const may = useMay()
  const isOff = useSettings().find(({ key }) => key === 'scheduleType')?.value === 'disabled'
  const connections = useQuery(connectionsQuery).data
  const queues = useQuery(queuesQuery).data
  const [isWriting, setWriting] = useState(false)
  const silent = isOff || !connections || !queues ? [] : withoutAbsenceText(connections, queues)
  if (silent.length === 0) return null
  return (
    <>
      <Note
        icon={<MessageCircleWarning />}
        role="status"
        className="max-w-2xl"
        action={
          may('connections-page:editOrDeleteConnection') && (
            <Button size="sm" onClick={() => setWriting(true)}>
              {t('hours.absence.write')}
            </Button>
          )
        }
      >
        {t('hours.absence.missing', { connections: silent.map(({ name }) => name).join(', ') })}
      </Note>
      {isWriting && (
        <Suspense>
          <AbsenceDialog connections={silent} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </>
  )
}

const AbsenceDialog = lazyPart(() => import('./AbsenceDialog').then((file) => file.AbsenceDialog))
