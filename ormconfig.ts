import 'reflect-metadata'
import { DataSource } from 'typeorm'
import { readConfig } from './src/app/config/config.js'
import { dataSourceOptions } from './src/app/open-database.js'
import { databaseSettings } from './src/platform/database/drivers/data-source.js'

/** For TypeORM's command line on the configured database: `npx typeorm migration:show -d dist/ormconfig.js`. */
export default new DataSource(await dataSourceOptions(databaseSettings(readConfig())))
