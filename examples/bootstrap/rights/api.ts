// The rights for the API's resources: gateway, functions, tables, logs.
import { API_OF_GATEWAY, PART_OF_API } from './gateway.ts';
import { ANY, IN_REGION, owned, type Rights, regional } from './right.ts';

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
      service: 'logs',
      on: ANY,
      write: `CreateLogDelivery DeleteLogDelivery DescribeResourcePolicies GetLogDelivery
        ListLogDeliveries PutResourcePolicy UpdateLogDelivery`,
      when: IN_REGION,
    },
  ],
  'aws:cloudwatch/logGroup:LogGroup': [
    {
      service: 'logs',
      on: LOG_GROUPS,
      read: 'ListTagsForResource',
      write: 'DeleteLogGroup DeleteRetentionPolicy PutRetentionPolicy TagResource UntagResource',
      create: 'CreateLogGroup TagResource',
      tagged: true,
    },
    // The provider finds a group in the list of all groups.
    { service: 'logs', on: ANY, read: 'DescribeLogGroups', when: IN_REGION },
  ],
  'aws:cloudwatch/logMetricFilter:LogMetricFilter': [
    {
      // A metric filter has no tags and no ARN: these are authorized for its log group.
      service: 'logs',
      on: LOG_GROUPS,
      read: 'DescribeMetricFilters',
      write: 'DeleteMetricFilter PutMetricFilter',
      tagged: true,
    },
  ],
  'aws:dynamodb/table:Table': [
    {
      // The tables themselves, never their items.
      service: 'dynamodb',
      on: TABLES,
      read: 'DescribeContinuousBackups DescribeTable DescribeTimeToLive ListTagsOfResource',
      write: 'DeleteTable TagResource UntagResource UpdateContinuousBackups UpdateTable UpdateTimeToLive',
      create: 'CreateTable TagResource',
      tagged: true,
    },
  ],
  'aws:lambda/function:Function': [
    {
      service: 'lambda',
      on: FUNCTION,
      // The response of GetFunction has a link to the code. The provider reads a function with nothing else (resourceFunctionRead in
      // internal/service/lambda/function.go), and a preview refreshes: a role without it cannot preview. With the
      // tags it is the code of this project's function only, which is this repository.
      read: 'GetFunction GetFunctionCodeSigningConfig ListTags ListVersionsByFunction',
      write: `DeleteFunction DeleteFunctionConcurrency GetFunctionConfiguration PublishVersion
        PutFunctionConcurrency TagResource UntagResource UpdateFunctionCode
        UpdateFunctionConfiguration`,
      create: 'CreateFunction TagResource',
      tagged: true,
    },
  ],
  'aws:lambda/alias:Alias': [owned('lambda', FUNCTION, 'GetAlias', 'CreateAlias DeleteAlias UpdateAlias')],
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': [
    owned(
      'lambda',
      FUNCTION,
      'GetFunctionEventInvokeConfig',
      'DeleteFunctionEventInvokeConfig PutFunctionEventInvokeConfig',
    ),
  ],
  'aws:lambda/permission:Permission': [
    owned('lambda', FUNCTION, 'GetPolicy', 'AddPermission RemovePermission'),
  ],
};
