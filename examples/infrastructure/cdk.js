// Includes templates in a CDK app, and compares what CDK synthesizes with the templates.
const { App, LegacyStackSynthesizer, Stack } = require('aws-cdk-lib');
const { CfnInclude } = require('aws-cdk-lib/cloudformation-include');
const { readFileSync } = require('fs');

const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
};

for (const templateFile of process.argv.slice(2)) {
  const app = new App({ analyticsReporting: false });
  // Adds neither metadata nor rules
  const stack = new Stack(app, 'Stack', { synthesizer: new LegacyStackSynthesizer() });
  new CfnInclude(stack, 'Included', { templateFile });
  const synthesized = JSON.stringify(sorted(app.synth().getStackByName('Stack').template));
  if (synthesized !== JSON.stringify(sorted(JSON.parse(readFileSync(templateFile))))) {
    console.error(`${templateFile}: CDK synthesizes another template`);
    process.exitCode = 1;
  }
}
