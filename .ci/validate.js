// SPDX-License-Identifier: MIT
// usage: validate.js SCHEMA FILE...: is each one JSON that the schema takes?
const fs = require('fs');
const Ajv = require('ajv');
const [schema, ...files] = process.argv.slice(2);
const read = (name) => JSON.parse(fs.readFileSync(name, 'utf8'));
const takes = new Ajv({allErrors: true}).compile(read(schema));

for (const name of files) {
    if (takes(read(name)))
        continue;
    for (const e of takes.errors.slice(0, 5))
        console.error(`${name}${e.dataPath}: ${e.message}`);
    process.exitCode = 1;
}
