import { Plus } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { SearchBox } from '../../shared/kit/SearchBox'
import { useRows } from '../../shared/live/useCrud'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { webhooks } from './api'
import { WebhooksView } from './view'
import { Webhooks } from './Webhooks'

export function WebhooksPage() {
  const t = useText()
  const { all } = useRows(webhooks)
  const view = useView(WebhooksView)
  usePageTitle(t('webhooks.title'))
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('webhooks.title')}</h1>
        <span className="page-count">{all?.length}</span>
        {all && all.length > 0 && (
          <SearchBox
            label={t('webhooks.search')}
            value={view.now.search ?? ''}
            onSearch={(words) => view.change({ search: words || undefined })}
          />
        )}
        <Button tone="primary" icon={<Plus />} className="ml-1" onClick={() => view.change({ new: true })}>
          {t('webhooks.new')}
        </Button>
      </div>
      <Webhooks />
    </main>
  )
}
