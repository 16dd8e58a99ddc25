import { Command } from 'commander'
import type { PublishWish } from './publish-products.js'

export const productsCommand = (
  compare: (wish: { readonly file: string | undefined }) => Promise<void>,
  publish: (wish: PublishWish) => Promise<void>,
): Command => {
  const products = new Command('products').description('what is on sale')
  products
    .command('diff')
    .description(
      'what a file of products would publish, term by term; ends with 1 where it contradicts what is published',
    )
    .argument('[file]', 'PRODUCTS_FILE where none is named')
    .action((file: string | undefined) => compare({ file }))
  products
    .command('publish')
    .description('proposes what a file has beyond what is published, for another person to approve')
    .argument('<file>')
    .option('--url <address>', 'where the service is', 'http://127.0.0.1:4000')
    .requiredOption('--key <key>', 'of a person of BACK_OFFICE or ADMIN, who is who proposes')
    .requiredOption('--reason <text>', 'why, for who approves')
    .option('--evidence <text>', 'what there is to show for it')
    .action((file: string, wish: Omit<PublishWish, 'file'>) => publish({ ...wish, file }))
  return products
}
