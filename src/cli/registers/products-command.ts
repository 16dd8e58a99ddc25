import { Command } from 'commander'
import type { PublishOptions } from './publish-products.js'

export const productsCommand = (
  compare: (options: { readonly file: string | undefined }) => Promise<void>,
  publish: (options: PublishOptions) => Promise<void>,
): Command => {
  const products = new Command('products').description('the products on sale')
  products
    .command('diff')
    .description(
      'compares a products file with the published products, term by term; exits with 1 if it contradicts them',
    )
    .argument('[file]', 'the products file; PRODUCTS_FILE by default')
    .action((file: string | undefined) => compare({ file }))
  products
    .command('publish')
    .description('proposes the versions of a file that are not published yet, for another person to approve')
    .argument('<file>')
    .option('--url <address>', 'the address of the service', 'http://127.0.0.1:4000')
    .requiredOption('--key <key>', 'the key of the proposer, a person with BACK_OFFICE or ADMIN')
    .requiredOption('--reason <text>', 'why, for the approver')
    .option('--evidence <text>', 'the evidence for the proposal')
    .action((file: string, options: Omit<PublishOptions, 'file'>) => publish({ ...options, file }))
  return products
}
