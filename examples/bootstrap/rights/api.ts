// The rights for the API's resources: gateway, functions, tables, logs.
import { API_OF_GATEWAY, PART_OF_API } from './gateway.ts';
import { ANY, actions, IN_REGION, type Rights, regional } from './right.ts';

const FUNCTION = [regional('lambda', 'function:api-function-*'), regional('lambda', 'function:checks-*')];
const LOG_GROUPS = ['api-function-logs', 'checks-logs', 'api-gateway-access'].map((name) =>
  regional('logs', `log-group:${name}-*`),
);
const TABLES = [regional('dynamodb', 'table/api-store-*')];

export const API_RIGHTS: Rights = {
  'aws:apigatewayv2/api:Api': API_OF_GATEWAY,
  'aws:apigatewayv2/integration:Integration': PART_OF_API,
  'aws:apigatewayv2/route:Route': PART_OF_API,
  'aws:apigatewayv2/stage:Stage': [
    ...API_OF_GATEWAY,
    {
      // API Gateway sets up the delivery of its access log with the caller's rights:
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html
      on: ANY,
      write: actions(
        'logs',
        `CreateLogDelivery DeleteLogDelivery DescribeResourcePolicies GetLogDelivery
        ListLogDeliveries PutResourcePolicy UpdateLogDelivery`,
      ),
      when: IN_REGION,
    },
  ],
  'aws:cloudwatch/logGroup:LogGroup': [
    {
      on: LOG_GROUPS,
      read: actions('logs', 'ListTagsForResource'),
      write: actions(
        'logs',
        `DeleteLogGroup DeleteRetentionPolicy PutRetentionPolicy TagResource UntagResource`,
      ),
      create: actions('logs', 'CreateLogGroup TagResource'),
      tagged: true,
    },
    // The provider finds a group in the list of all groups.
    { on: ANY, read: actions('logs', 'DescribeLogGroups'), when: IN_REGION },
  ],
  'aws:cloudwatch/logMetricFilter:LogMetricFilter': [
    {
      // A metric filter has no tags and no ARN: these are authorized for its log group.
      on: LOG_GROUPS,
      read: actions('logs', 'DescribeMetricFilters'),
      write: actions('logs', 'DeleteMetricFilter PutMetricFilter'),
      tagged: true,
    },
  ],
  'aws:dynamodb/table:Table': [
    {
      // The tables themselves, never their items.
      on: TABLES,
      read: actions(
        'dynamodb',
        `DescribeContinuousBackups DescribeTable DescribeTimeToLive ListTagsOfResource`,
      ),
      write: actions(
        'dynamodb',
        `DeleteTable TagResource UntagResource UpdateContinuousBackups UpdateTable UpdateTimeToLive`,
      ),
      create: actions('dynamodb', 'CreateTable TagResource'),
      tagged: true,
    },
  ],
  'aws:lambda/function:Function': [
    {
      on: FUNCTION,
      // The response of GetFunction has a link to the code. The provider reads a function with nothing else (resourceFunctionRead in
      // internal/service/lambda/function.go), and a preview refreshes: a role without it cannot preview. With the
      // tags it is the code of this project's function only, which is this repository.
      read: actions('lambda', 'GetFunction GetFunctionCodeSigningConfig ListTags ListVersionsByFunction'),
      write: actions(
        'lambda',
        `DeleteFunction DeleteFunctionConcurrency GetFunctionConfiguration PublishVersion
        PutFunctionConcurrency TagResource UntagResource UpdateFunctionCode
        UpdateFunctionConfiguration`,
      ),
      create: actions('lambda', 'CreateFunction TagResource'),
      tagged: true,
    },
  ],
  'aws:lambda/alias:Alias': [
    {
      on: FUNCTION,
      read: actions('lambda', 'GetAlias'),
      write: actions('lambda', 'CreateAlias DeleteAlias UpdateAlias'),
      tagged: true,
    },
  ],
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': [
    {
      on: FUNCTION,
      read: actions('lambda', 'GetFunctionEventInvokeConfig'),
      write: actions('lambda', 'DeleteFunctionEventInvokeConfig PutFunctionEventInvokeConfig'),
      tagged: true,
    },
  ],
  'aws:lambda/permission:Permission': [
    {
      on: FUNCTION,
      read: actions('lambda', 'GetPolicy'),
      write: actions('lambda', 'AddPermission RemovePermission'),
      tagged: true,
    },
  ],
};
