import { useState } from 'react'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { JobProgress, type JobState } from '../../shared/kit/JobProgress'
import { JobTray } from '../../shared/kit/JobTray'
import { toast } from '../../shared/kit/toast'
import { Sample, Samples } from './Sample'

const later = <T,>(value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), 600))
const states: readonly JobState[] = ['waiting', 'running', 'done', 'failed', 'stopped']

export function DialogSamples() {
  const [opened, setOpened] = useState<'plain' | 'typed' | null>(null)
  const [isFollowed, setFollowed] = useState(false)
  const stop = async () => void toast.info('stopped')
  return (
    <Samples title="Deleting, long work">
      <Sample title="what is lost is counted when the dialog opens">
        <div className="flex gap-2">
          <Button onClick={() => setOpened('plain')}>Delete a tag</Button>
          <Button onClick={() => setOpened('typed')}>Delete a company</Button>
          <Button onClick={() => setFollowed(!isFollowed)}>Follow a job</Button>
        </div>
      </Sample>
      <Sample title="progress">
        {states.map((state) => (
          <JobProgress key={state} label={state} job={{ state, done: 1486, total: 4030 }} onStop={stop} />
        ))}
        <JobProgress label="unknown" job={{ state: 'running', done: 120, total: null }} />
      </Sample>
      {opened && (
        <DeleteDialog
          title={opened === 'plain' ? 'Delete the tag VIP?' : 'Delete Padaria Sol?'}
          confirm="Delete"
          done="Gone."
          counts={() => later({ tickets: 12 })}
          onDelete={() => later(null)}
          onClose={() => setOpened(null)}
          {...(opened === 'typed' && { typed: 'Padaria Sol' })}
        >
          {(counts) => <p>{counts ? `${counts.tickets} tickets lose it.` : 'Tickets lose it.'}</p>}
        </DeleteDialog>
      )}
      {isFollowed && (
        <JobTray
          jobs={[
            {
              id: '1',
              title: 'Contacts of Loja Centro',
              to: '/kit',
              state: 'running',
              done: 1486,
              total: 4030,
              onStop: stop,
            },
            { id: '2', title: 'Backup', to: '/kit', state: 'done', done: 3, total: 3 },
          ]}
        />
      )}
    </Samples>
  )
}
