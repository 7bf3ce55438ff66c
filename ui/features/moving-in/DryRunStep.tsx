import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { type CompanySummary, FILES } from '../../../src/moving-in/contract'
import type { MovingIn } from '../../../src/operator/moving-in/contract'
import { Figure } from '../../shared/figures/Figure'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Note } from '../../shared/kit/Note'
import { toast } from '../../shared/kit/toast'
import { movingInQuery, startDryRun } from './api'
import { CompanyChoice } from './CompanyChoice'
import { EndedNote } from './EndedNote'
import { RunHead } from './RunStep'
import { countIn, countMissing, isChosen } from './rules'
import { StartPane } from './StartPane'
import '../../shared/figures/figures.css'

/** What would come, what would not and why, before anything happens. Companies can be left out. */
export function DryRunStep({ data, onSource }: { data: MovingIn; onSource(): void }) {
  const t = useText()
  const { run, dryRun } = data
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: startDryRun,
    onSuccess: (fresh) => queries.setQueryData(movingInQuery.queryKey, fresh),
    onError: toast.failure,
  })
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set(data.choice?.leftOut))
  if (run?.isDryRun && run.state !== 'done')
    return (
      <div className="page-body">
        <RunHead run={run} progress={null} />
        <div className="grid gap-3 px-6 pb-4 max-md:px-4">
          {run.state === 'running' ? (
            <Note tone="info" icon={<Info />}>
              {t('movingIn.run.leaveDry')}
            </Note>
          ) : (
            <>
              <EndedNote run={run} />
              <SourceButton onSource={onSource} />
            </>
          )}
        </div>
      </div>
    )
  if (!dryRun) return null
  const { companies } = dryRun.report
  const chosen = companies.filter(isChosen(leftOut))
  return (
    <div className="move-whole">
      <DryRunFigures companies={companies} chosen={chosen} />
      {dryRun.isStale && (
        <Note
          icon={<Info />}
          className="mx-6 my-3 max-md:mx-4"
          action={
            <Button size="sm" busy={again.isPending} onClick={() => again.mutate()}>
              {t('movingIn.dry.dryRunAgain')}
            </Button>
          }
        >
          {t('movingIn.dry.stale')}
        </Note>
      )}
      <div className="move move-flat">
        <div className="move-main">
          <CompanyChoice companies={companies} leftOut={leftOut} onChange={setLeftOut} />
        </div>
        <aside className="move-side">
          <StartPane
            data={data}
            dryRun={dryRun}
            chosen={chosen}
            leftOut={leftOut}
            other={<SourceButton onSource={onSource} />}
          />
        </aside>
      </div>
    </div>
  )
}

function SourceButton({ onSource }: { onSource(): void }) {
  const t = useText()
  return (
    <div>
      <Button size="sm" tone="quiet" onClick={onSource}>
        {t('movingIn.ended.again')}
      </Button>
    </div>
  )
}

type FiguresProps = { companies: readonly CompanySummary[]; chosen: readonly CompanySummary[] }

/** Of what was chosen: the result will have the same sums. */
function DryRunFigures({ companies, chosen }: FiguresProps) {
  const t = useText()
  const { number } = useFormat()
  const left = companies.length - chosen.length
  const merged = chosen.flatMap((one) => one.merged).filter(({ what }) => what === 'contacts')
  const missing = countMissing(chosen)
  const joined = merged.reduce((sum, { count }) => sum + count, 0)
  const figures = [
    {
      name: t('movingIn.dry.companies'),
      value: chosen.length,
      hint: left === 0 ? t('movingIn.dry.allCome') : t('movingIn.dry.leftOutCount', { n: number(left), count: left }),
    },
    { name: t('movingIn.dry.people'), value: countIn(chosen, 'users'), hint: t('movingIn.dry.peopleHint') },
    {
      name: t('movingIn.dry.contacts'),
      value: countIn(chosen, 'contacts'),
      hint: joined > 0 ? t('movingIn.dry.merged', { n: number(joined), count: joined }) : t('movingIn.dry.asThere'),
    },
    { name: t('movingIn.dry.conversations'), value: countIn(chosen, 'tickets'), hint: t('movingIn.dry.asThere') },
    { name: t('movingIn.dry.messages'), value: countIn(chosen, 'messages'), hint: t('movingIn.dry.asThere') },
    {
      name: t('movingIn.dry.files'),
      value: countIn(chosen, FILES),
      hint:
        missing > 0
          ? t('movingIn.dry.filesMissing', { n: number(missing), count: missing })
          : t('movingIn.dry.asThere'),
    },
  ]
  return (
    <div className="figures move-figures grid-cols-6 max-lg:grid-cols-3 max-sm:grid-cols-2">
      {figures.map(({ name, value, hint }) => (
        <div key={name}>
          <Figure name={name} value={number(value)} hint={hint} />
        </div>
      ))}
    </div>
  )
}
