import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ImportReport } from '../../../src/moving-in/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { saveFile } from '../../shared/saveFile'
import { fetchReport } from './api'
import { reportText } from './reportText'

/** The last report with its lines about single rows: as a text to read, and as it is. */
export function ReportButtons() {
  const t = useText()
  const format = useFormat()
  const name = t('movingIn.report.file')
  const json = useMutation({
    mutationFn: () => fetchReport(`${name}.json`),
    onSuccess: saveFile,
    onError: toast.failure,
  })
  const text = useMutation({
    mutationFn: async () => {
      const file = await fetchReport(`${name}.json`)
      const report = JSON.parse(await file.text()) as ImportReport // the answer of its route
      return new File([reportText({ t, format }, report)], `${name}.txt`, { type: 'text/plain' })
    },
    onSuccess: saveFile,
    onError: toast.failure,
  })
  return (
    <span className="ml-4 flex flex-none gap-2 max-lg:ml-auto">
      <Button size="sm" icon={<Download />} busy={text.isPending} onClick={() => text.mutate()}>
        {t('movingIn.done.report')}
      </Button>
      <Button
        size="sm"
        tone="quiet"
        aria-label={t('movingIn.done.jsonLabel')}
        busy={json.isPending}
        onClick={() => json.mutate()}
      >
        {t('movingIn.done.json')}
      </Button>
    </span>
  )
}
