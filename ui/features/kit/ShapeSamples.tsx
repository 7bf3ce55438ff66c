import { UsersIcon } from 'lucide-react'
import '../../shared/figures/figures.css'
import { Figure } from '../../shared/figures/Figure'
import { Sample, Samples } from './Sample'

/** The six shapes that pages are made of, each in the words that an element says. */
export const ShapeSamples = () => (
  <Samples title="Shapes">
    <Sample title="row: flex items-center gap-2">
      <div className="flex items-center gap-2">
        <UsersIcon />
        <b className="font-medium">Vendas</b>
        <span className="text-sm text-muted">4 attendants</span>
      </div>
    </Sample>
    <Sample title="stack: grid gap-1.5">
      <div className="grid gap-1.5">
        <b className="font-medium">Sofá Ipanema</b>
        <span className="text-sm text-muted">Raw linen, three seats</span>
      </div>
    </Sample>
    <Sample title="card: card p-3, with a stack in it">
      <div className="card grid gap-1.5 p-3">
        <b className="font-medium">Two contacts with one number</b>
        <span className="text-sm text-muted">They can be merged.</span>
      </div>
    </Sample>
    <Sample title="pane: pane-head, and what scrolls below it">
      <section className="card flex h-40 flex-col overflow-hidden">
        <header className="pane-head">
          <h3 className="font-semibold">Contact</h3>
        </header>
        <p className="flex-1 overflow-y-auto px-4 py-3 text-sm text-muted">A pane fills the height that it is given.</p>
      </section>
    </Sample>
    <Sample title="facts: dl of a label and a value">
      <dl className="facts">
        <dt>Number</dt>
        <dd className="nums">+55 21 99612-4087</dd>
        <dt>Queue</dt>
        <dd>Vendas</dd>
      </dl>
    </Sample>
    <Sample title="facts that are amounts: sums">
      <dl className="sums">
        <div>
          <dt>Attendants</dt>
          <dd>R$ 240,00</dd>
        </div>
        <div>
          <dt>Connections</dt>
          <dd>R$ 120,00</dd>
        </div>
      </dl>
    </Sample>
    <Sample title="figures: a number with its name">
      <div className="figures">
        <div>
          <Figure name="Waiting" value="12" hint="longest 8 min" />
        </div>
        <div>
          <Figure name="First answer" value="4 min" hint="half of them sooner" />
        </div>
      </div>
    </Sample>
  </Samples>
)
