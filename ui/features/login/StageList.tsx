import { useText } from '../../shared/i18n/useText'
import { StageRow } from './StageRow'
import { stageTickets } from './stageTickets'

/** A picture of the list of tickets. */
export function StageList() {
  const t = useText()
  return (
    <div className="border-r border-line">
      <div className="tabline">
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a picture of tabs, hidden from screen readers */}
        <span aria-selected="true">
          {t('login.stage.open')} <span className="count">18</span>
        </span>
        <span>
          {t('login.stage.groups')} <span className="count">4</span>
        </span>
        <span>{t('login.stage.closed')}</span>
      </div>
      <div className="tickets">
        {stageTickets(t).map((row) => (
          <StageRow key={row.name} ticket={row} />
        ))}
      </div>
    </div>
  )
}
