import '../design/page.css'
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { signal } from '@preact/signals'
import { ask, Trouble } from '../shared/client.js'
import { money } from '../shared/format.js'
import { Head } from '../shared/head.js'
import { catalogue } from '../shared/language.js'
import { ProductsOnSale, type ProductsOnSaleResult } from './products-on-sale.graphql'

const say = catalogue({
  title: { fr: 'Console', en: 'Console' },
  products: { fr: 'Produits en vente', en: 'Products on sale' },
})

const products = signal<ProductsOnSaleResult['productsOnSale']>([])
const trouble = signal<string | undefined>(undefined)

const load = async (): Promise<void> => {
  try {
    products.value = (await ask(ProductsOnSale, {})).productsOnSale
  } catch (error) {
    trouble.value = error instanceof Trouble ? error.message : String(error)
  }
}

const Console = () => {
  useEffect(() => void load(), [])
  return (
    <>
      <Head title={say('title')} home="/console" />
      <main id="main">
        <h1>{say('products')}</h1>
        {trouble.value === undefined ? null : <p class="trouble">{trouble.value}</p>}
        <ul>
          {products.value.map(({ code, rate, minAmount, currency }) => (
            <li key={code}>
              {code} {rate} % · {money(minAmount, currency)}
            </li>
          ))}
        </ul>
      </main>
    </>
  )
}

render(<Console />, document.getElementById('page')!)
